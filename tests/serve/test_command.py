from __future__ import annotations

import pytest

from kg.cli import main


@pytest.mark.parametrize("port", ["-1", "65536", "http"])
def test_what_is_no_port_is_wrong_usage(port: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["serve", "nowhere", "--port", port])
    assert end.value.code == 2
    assert "--port" in capsys.readouterr().err


def test_nan_is_no_time(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as end:
        main(["serve", "nowhere", "--timeout", "nan"])
    assert end.value.code == 2
    assert "nan" in capsys.readouterr().err
